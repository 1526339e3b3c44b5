import { Outlet } from 'react-router';

export function Shell() {
  return (
    <main style={{ padding: 24 }}>
      <Outlet />
    </main>
  );
}
