import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { ForgotPassword, useForgotPassword } from './ForgotPassword.tsx';
import { strings } from './reset.strings.ts';

/** The form as its own screen, for people who open the path without an emailed link. */
export function ForgotCard({ email, onBack }: { email: string; onBack: () => void }) {
  const state = useForgotPassword(email);
  return (
    <>
      <h1>{state.sent ? strings.sentTitle : strings.forgotTitle}</h1>
      <ForgotPassword
        state={state}
        actions={<TextButton onClick={onBack}>{strings.backToSignIn}</TextButton>}
      />
    </>
  );
}
