import { useCurrentUser } from '../../api/query.ts';
import { Page } from '../../ui/Page.tsx';

export function DashboardPage() {
  const user = useCurrentUser();
  return (
    <Page title="Dashboard">
      <p>Signed in as {user.email}.</p>
    </Page>
  );
}
