import { Section } from '../../ui/Section.tsx';
import { TwoFactorSetting } from '../auth/TwoFactorSetting.tsx';
import { strings } from './settings.strings.ts';

export function SecurityCard() {
  return (
    <Section title={strings.security}>
      <TwoFactorSetting />
    </Section>
  );
}
