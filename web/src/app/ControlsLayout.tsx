import { Outlet } from 'react-router';
import { Controls } from '../ui/buttons/Controls.tsx';

/** The layout of all screens that use Mantine, in its own chunk so that other screens do not wait for it. */
export function ControlsLayout() {
  return (
    <Controls>
      <Outlet />
    </Controls>
  );
}
