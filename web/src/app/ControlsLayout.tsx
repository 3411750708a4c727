import { Outlet } from 'react-router';
import { Controls } from '../ui/Controls.tsx';

/** The layout of all screens that use Mantine; its own chunk, so that the others never load it. */
export function ControlsLayout() {
  return (
    <Controls>
      <Outlet />
    </Controls>
  );
}
