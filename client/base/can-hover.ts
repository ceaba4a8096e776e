/** Whether the main pointer of the device can hover, as a mouse does and a finger does not. */
export const canHover = globalThis.matchMedia?.('(hover: hover)')?.matches ?? true
