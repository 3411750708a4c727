import { Outlet } from 'react-router';
import { useToken } from '../../api/useToken.ts';
import { SignedInShell } from './SignedInShell.tsx';
import { VisitorFrame } from './VisitorFrame.tsx';

/** The frame of the product's screens: sidebar and notices when signed in, a plain header for visitors. */
export function Shell() {
  const signedIn = useToken() !== null;
  return signedIn ? (
    <SignedInShell>
      <Outlet />
    </SignedInShell>
  ) : (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  );
}
