import type { Messages } from '../../protocol/definitions.ts'

/** Why a logo is not taken or not saved. Those of every upload are in practice/files/file-messages.ts. */
export const practiceHeaderMessages = {
  'practiceHeader.animated': 'This picture moves. Please choose a PNG or JPEG that does not.',
  'practiceHeader.tooMany': 'This picture has too many pixels. Please make it smaller, for example 880 pixels wide.',
  'practiceHeader.tooSmall':
    'This picture is {width} by {height} pixels, too small to read. Please choose one that is at least 88 pixels high.',
  'practiceHeader.thin':
    'This picture is too long and thin to read in the header. Please crop it to at most 15 times as wide as it is high, and not much taller than wide.',
  'practiceHeader.gone':
    'This picture is no longer there. You discarded, replaced or saved it in another tab, or uploaded it more than a day ago.',
  'practiceHeader.changed':
    '{who} changed the logo at {at}. Your picture is not saved yet. Compare both, then save yours again if you still want it.',
  'practiceHeader.removed':
    '{who} removed the logo at {at}. Your picture is not saved yet. Save it again if you still want it.',
  'practiceHeader.changedInstead': '{who} changed the logo at {at}. It was not removed. Look at it first.',
  'practiceHeader.noLogo': '{who} removed the logo already, at {at}.',
} as const satisfies Messages
