import { ConfigProvider, Modal, type ModalProps, message } from 'antd';
import { AppConfig } from '../../theme/AppConfig.tsx';
import '../layout/dialog-actions.css';

// antd draws these outside the page's own tree, so they are given its theme and language here.
ConfigProvider.config({ holderRender: (children) => <AppConfig>{children}</AppConfig> });

/** The order of buttons of every dialog: see DialogActions. */
export const confirmFooter: Exclude<ModalProps['footer'], React.ReactNode> = (_, { OkBtn, CancelBtn }) => (
  <div className="dialog-actions">
    <OkBtn />
    <CancelBtn />
  </div>
);

export { Modal, message };
