import { type ThemeConfig, theme } from 'antd';
import { FONTS, MOTION, PALETTE, type Scheme, SIZES } from './tokens.ts';

/** Said to antd as well, which would wait for the end of transitions that base.css does not let begin. */
const STILL = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `isTouch`: controls are tall enough for fingers. */
export function antdTheme(scheme: Scheme, isTouch: boolean): ThemeConfig {
  const colour = PALETTE[scheme];
  return {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour.primary,
      colorPrimaryHover: colour.primaryHover,
      colorPrimaryActive: colour.primaryActive,
      colorInfo: colour.primary,
      colorSuccess: colour.ok,
      colorWarning: colour.warn,
      colorError: colour.error,
      colorErrorText: colour.error,
      colorLink: colour.link,
      colorLinkHover: colour.link,
      colorLinkActive: colour.link,
      colorTextBase: colour.text,
      colorText: colour.text,
      colorTextSecondary: colour.text2,
      colorTextTertiary: colour.text3,
      colorTextDescription: colour.text2,
      colorTextPlaceholder: colour.placeholder,
      colorIcon: colour.text2,
      colorBgLayout: colour.layout,
      colorBgContainer: colour.surface,
      colorBgElevated: colour.elevated,
      colorBorder: colour.border,
      colorBorderSecondary: colour.hairline,
      colorSplit: colour.hairline,
      controlItemBgActive: colour.selectedBg,
      fontFamily: FONTS.text,
      fontFamilyCode: FONTS.code,
      fontSize: SIZES.base,
      fontSizeSM: 12,
      fontSizeLG: 14,
      borderRadiusSM: SIZES.radiusSmall,
      borderRadius: SIZES.radius,
      borderRadiusLG: SIZES.radiusLarge,
      controlHeight: isTouch ? SIZES.controlTouch : SIZES.control,
      motion: !STILL,
      motionDurationFast: `${MOTION.fastMs}ms`,
      motionDurationMid: `${MOTION.fastMs}ms`,
      motionDurationSlow: `${MOTION.slowMs}ms`,
    },
    components: {
      Button: {
        defaultShadow: 'none',
        primaryShadow: 'none',
        dangerShadow: 'none',
        // The light red of the dark theme carries dark words only.
        dangerColor: scheme === 'dark' ? colour.layout : colour.surface,
      },
      Tabs: { itemSelectedColor: colour.link, itemHoverColor: colour.link, itemActiveColor: colour.link },
      Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
    },
  };
}
