import { Outlet } from 'react-router';
import { Controls } from '../ui/buttons/Controls.tsx';

/** The layout of all screens that use Mantine, in its own chunk so that other screens never load it. */
export function ControlsLayout() {
  return (
    <Controls>
      <Outlet />
    </Controls>
  );
}
