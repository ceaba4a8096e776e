import type { ModalProps } from 'antd'

/** What all dialogs have in common. The focus returns by dialogs.ts, which knows where it came from. */
export const modalLook = {
  open: true,
  centered: true,
  width: 560,
  mask: { closable: false },
  focusable: { trap: true, focusTriggerAfterClose: false },
  rootClassName: 'dialog',
  // antd locks the page with a style element that has no nonce, which the page's policy forbids.
  scrollLock: false,
} satisfies ModalProps
