import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { SHELL_SESSIONS_PATH } from '../../../shared/devices/shell-sessions-page.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { DevicePicker } from '../components/DevicePicker.tsx';
import { type OpenShell, ShellStrip } from '../components/ShellStrip.tsx';
import { ShellTab } from '../components/ShellTab.tsx';
import '../components/web-shell.css';

/** Shells of several devices, each in a tab. Leaving the page ends them. */
export default function ShellPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpen = useHolds('device_manage:operate');
  const [wanted, setWanted] = useAddressValue('deviceUUID');
  const [shells, setShells] = useState<readonly OpenShell[]>([]);
  const [active, setActive] = useState<number | null>(null);
  const keys = useRef(0);
  const requested = useRef<string | null>(null);

  useEffect(() => {
    if (wanted === null || !mayOpen || requested.current === wanted) return;
    requested.current = wanted;
    const open = async (): Promise<void> => {
      const { name } = await call(deviceCalls.viewDevice, { deviceUUID: wanted });
      keys.current += 1;
      const key = keys.current;
      setShells((others) => [...others, { key, deviceUUID: wanted, name }]);
      setActive(key);
    };
    void ignoreCallFailure(open());
  }, [wanted, mayOpen]);

  function pick(deviceUUID: string): void {
    requested.current = null;
    if (deviceUUID === wanted) setWanted(null);
    setWanted(deviceUUID);
  }

  function close(key: number): void {
    const left = shells.filter((shell) => shell.key !== key);
    setShells(left);
    if (active === key) setActive(left.at(-1)?.key ?? null);
    if (left.length === 0) {
      requested.current = null;
      setWanted(null);
    }
  }

  return (
    <div className="shell-page">
      <PageHeader
        title={t('nav.sshConnect')}
        lead={t('web-shell.lead')}
        actions={[
          {
            id: 'shellSessions',
            label: t('web-shell.sessions'),
            icon: 'log',
            run: () => void navigate(SHELL_SESSIONS_PATH),
          },
        ]}
      />
      {mayOpen && <DevicePicker onPick={pick} />}
      {shells.length === 0 ? (
        <EmptyState icon="device" title={t('web-shell.empty')} text={t('web-shell.emptyText')} />
      ) : (
        <>
          <ShellStrip shells={shells} active={active} onSelect={setActive} onClose={close} />
          <div className="shell-body">
            {shells.map((shell) => (
              <ShellTab
                key={shell.key}
                deviceUUID={shell.deviceUUID}
                name={shell.name}
                isShown={shell.key === active}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
