import { ConfigProvider, Modal, message } from 'antd';
import { AppConfig } from '../../theme/AppConfig.tsx';

// antd draws these outside the page's own tree, so they are given its theme and language here.
ConfigProvider.config({ holderRender: (children) => <AppConfig>{children}</AppConfig> });

export { Modal, message };
