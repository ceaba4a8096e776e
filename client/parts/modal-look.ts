import type { ModalProps } from 'antd'

/** Props shared by all dialogs. dialogs.ts restores the focus, because it knows the opener. */
export const modalLook = {
  open: true,
  centered: true,
  width: 560,
  mask: { closable: false },
  focusable: { trap: true, focusTriggerAfterClose: false },
  rootClassName: 'dialog',
  // antd locks scrolling with a style element without nonce, which the page's policy forbids.
  scrollLock: false,
} satisfies ModalProps

/** For documents and tables. */
export const wideModalLook = { width: 1040 } satisfies ModalProps
