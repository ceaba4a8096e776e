import type { Span } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, text, title, type phone } from '../../protocol/block-builders.ts'
import { paths } from '../../practice/paths.ts'
import { uploadPaths } from './uploads.paths.ts'
import { duplicateFileText } from '../../practice/files/file-messages.ts'
import { fileTypes, mostBytes } from '../../practice/files/file-types.ts'
import { uploadsMessages } from './uploads.messages.ts'
import { categoryPart, codeFiles, insuranceCard, namedCategories, otherCategory } from './uploads.rules.ts'

export interface UploadPage {
  /** The token of the page's link. */
  link: string
  /** The practice's text about what to upload. */
  about: string
  /** Undefined when the record server did not return them. */
  categories: readonly string[] | undefined
  /** Whether only an insurance card is requested. */
  isInsurance: boolean
  add: Named
}

/** Specification 1 §4, §5: documents for a visit, from this device or from a phone. */
export function uploadScreen(page: UploadPage): ScreenBody {
  const { about, categories } = page
  return {
    title: heading,
    width: 'reading',
    back: { label: 'Appointments', to: paths.appointments() },
    blocks: [
      title(heading),
      text('about', about, 'lead'),
      ...(categories
        ? [visitUpload(page, categories), phoneSection(page, categories)]
        : [failed(uploadPaths.upload({ apptId: page.link }))]),
    ],
  }
}

const heading = 'Document upload'

type Office = ReturnType<typeof phone>
const numberToCall = ({ text: number, href }: Office): Span => ({
  text: number || 'the office',
  ...(href ? { href } : {}),
})

/** The page of an email or a text that is opened late. */
export function linkEndedScreen(office: Office): ScreenBody {
  const ended = 'This upload link has expired'
  return {
    title: ended,
    width: 'reading',
    back: { label: 'Appointments', to: paths.appointments() },
    blocks: [
      title(ended),
      text('ended', [{ text: 'Please call ' }, numberToCall(office), { text: ' and ask for a new one.' }], 'lead'),
    ],
  }
}

/** The holder of a code may have no account. */
export function codeEndedScreen(office: Office): ScreenBody {
  const ended = 'This code has expired'
  return {
    title: ended,
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title(ended),
      text('ended', 'On the computer that shows the code, choose Refresh code. Then scan it again.', 'lead'),
      text('office', [{ text: 'If that does not work, please call ' }, numberToCall(office), { text: '.' }]),
    ],
  }
}

interface ChartUploadPage {
  about: string
  categories: readonly string[] | undefined
  add: Named
}

/** Specification 2 §2.9, §4.6: documents for the chart, without an appointment. */
export function chartUploadScreen({ about, categories, add }: ChartUploadPage): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    back: { label: 'My Records', to: paths.myRecords() },
    blocks: [
      title(heading),
      text('about', about, 'lead'),
      categories
        ? uploadBlock({
            upload: add.name,
            input: {},
            category: categoryOf(categories),
            end: paths.myRecords(),
          })
        : failed(paths.chartUpload()),
    ],
  }
}

function failed(address: string): BlockOf<'notice'> {
  const again = { type: 'navigate', to: address, replace: true } as const
  return {
    kind: 'notice',
    id: 'failed',
    tone: 'error',
    text: uploadsMessages['uploads.categories'],
    actions: [{ id: 'again', label: 'Try again', do: again }],
  }
}

function visitUpload({ link, isInsurance, add }: UploadPage, categories: readonly string[]): BlockOf<'upload'> {
  const category = isInsurance ? cardCategory : categoryOf(categories)
  return uploadBlock({ upload: add.name, input: { link }, category, end: paths.closure({ origin: 'upload' }) })
}

interface UploadBlock extends Pick<BlockOf<'upload'>, 'upload' | 'input' | 'category'> {
  /** Where Done and Cancel lead. */
  end: string
}

function uploadBlock({ upload, input, category, end }: UploadBlock): BlockOf<'upload'> {
  return {
    kind: 'upload',
    id: 'files',
    label: heading,
    upload,
    input,
    category,
    chooser: {
      label: 'Choose files',
      drop: 'or drop them here',
      hint: 'PDF, PNG or JPEG, up to 6 MB each',
      camera: 'Take a photo',
    },
    accept: [...fileTypes],
    maxBytes: mostBytes,
    maxFiles: 20,
    list: {
      caption: 'Selected files',
      name: 'File name',
      type: 'Type',
      size: 'Size (MB)',
      state: 'State',
      states: { waiting: 'Not uploaded yet', sending: 'Uploading', sent: 'Uploaded', failed: 'Not uploaded' },
    },
    remove: { label: 'Delete', question: 'Are you sure you want to delete this file?', yes: 'Yes', no: 'No' },
    submit: 'Upload to my chart',
    sending: { text: 'Uploading...', cancel: 'Cancel' },
    done: { label: 'Done', message: 'File(s) uploaded successfully!', do: goTo(end) },
    cancel: { label: 'Cancel', do: goTo(end) },
    messages: {
      type: uploadsMessages['uploads.type'],
      size: uploadsMessages['uploads.tooLarge'],
      empty: uploadsMessages['uploads.empty'],
      duplicate: duplicateFileText,
      tooMany: 'Please upload at most 20 files at a time.',
      failed: 'Something went wrong. Please try again later.',
      cancelled: 'You stopped this upload.',
    },
  }
}

type Category = NonNullable<BlockOf<'upload'>['category']>
const categoryWords = { label: 'Document type', message: uploadsMessages['uploads.category'] }

const cardCategory: Category = {
  ...categoryWords,
  options: [{ value: insuranceCard, label: insuranceCard }],
  value: insuranceCard,
}

function categoryOf(categories: readonly string[]): Category {
  const named = namedCategories(categories).map((name) => ({ value: name, label: name }))
  const words = uploadsMessages['uploads.other']
  return {
    ...categoryWords,
    options: [...named, { value: otherCategory, label: 'Other' }],
    other: { value: otherCategory, label: words, maxLength: 100, message: words },
  }
}

/** A code cannot carry the description of an 'other' document, so that category has none. */
function phoneSection({ link, isInsurance }: UploadPage, categories: readonly string[]): BlockOf<'section'> {
  const offered = isInsurance ? [insuranceCard] : namedCategories(categories)
  return {
    kind: 'section',
    id: 'phone',
    title: 'Use the camera of your phone',
    help: 'Choose what to photograph. A code opens in a new tab, for your phone to scan. On the phone itself, just take a photo above.',
    blocks: offered.map((name, index) =>
      button(`phone-${index + 1}`, {
        text: name,
        style: 'link',
        icon: 'camera',
        do: {
          type: 'navigate',
          to: uploadPaths.code({ apptId: link, documentType: categoryPart(name) }),
          newWindow: true,
        },
      }),
    ),
  }
}

export interface CodePage {
  /** Absolute, because another device opens it. */
  cameraPage: string
  category: string
  /** The page's own address, to make a new code. */
  address: string
  /** The address of the page that the code is for. */
  under: string
  /** The instant at which the code expires. */
  until: string
}

/** Specification 1 §2: the QR code for a phone. */
export function codeScreen({ cameraPage, category, address, under, until }: CodePage): ScreenBody {
  const again = { type: 'navigate', to: address, replace: true } as const
  return {
    title: 'Upload photos',
    width: 'reading',
    chrome: 'plain',
    back: { label: heading, to: under },
    blocks: [
      title('Upload photos'),
      text('scan', 'Scan the below QR code to upload photos and close this tab once the file(s) uploaded', 'lead'),
      {
        kind: 'qr',
        id: 'code',
        text: cameraPage,
        alt: `A code that opens the camera page for ${category}`,
        size: 280,
        caption: category,
      },
      {
        kind: 'countdown',
        id: 'ends',
        until,
        text: `For up to ${codeFiles} photos. The code expires in`,
        over: 'This code has expired.',
        announceAt: [60],
        do: again,
      },
      button('new-code', { text: 'Refresh code', do: again }),
    ],
  }
}

/** Specification 1 §2: the holder of the code uploads photos; the page shows nothing about the patient. */
export function cameraScreen({ link, category, add }: { link: string; category: string; add: Named }): ScreenBody {
  return {
    title: 'Upload a photo',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('Upload a photo'),
      text('what', category, 'lead'),
      {
        kind: 'camera',
        id: 'photo',
        upload: add.name,
        input: { link },
        fileName: 'photo.png',
        size: { wide: { width: 700, height: 900 }, narrow: { width: 270, height: 350 }, below: 769 },
        preview: 'What the camera sees',
        capture: 'Capture photo',
        picture: 'The photo you took',
        submit: 'Upload',
        remove: 'Delete',
        chooser: 'Choose a photo',
        sending: { text: 'Uploading...', cancel: 'Cancel' },
        done: { message: 'File uploaded successfully!', more: 'Take another photo' },
        messages: {
          refused: 'The camera is not allowed for this page. You can choose a photo instead.',
          missing: 'There is no camera here. You can choose a photo instead.',
          failed: 'Something went wrong. Please try again later.',
          cancelled: 'You stopped this upload.',
        },
      },
    ],
  }
}
