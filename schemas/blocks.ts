import Type, { type Static } from 'typebox'
import { refTo } from './base.ts'
import { ActionBlock } from './blocks/action.ts'
import { Camera } from './blocks/camera.ts'
import { Choice } from './blocks/choice.ts'
import { Countdown } from './blocks/countdown.ts'
import { Days } from './blocks/days.ts'
import { Document } from './blocks/document.ts'
import { Facts } from './blocks/facts.ts'
import { Figure } from './blocks/figure.ts'
import { Form } from './blocks/form.ts'
import { Frame } from './blocks/frame.ts'
import { Grid } from './blocks/grid.ts'
import { Html } from './blocks/html.ts'
import { Image } from './blocks/image.ts'
import { List } from './blocks/list.ts'
import { Notice } from './blocks/notice.ts'
import { Progress } from './blocks/progress.ts'
import { Qr } from './blocks/qr.ts'
import { Rating } from './blocks/rating.ts'
import { Region } from './blocks/region.ts'
import { Schedule } from './blocks/schedule.ts'
import { Search } from './blocks/search.ts'
import { Section } from './blocks/section.ts'
import { Setting } from './blocks/setting.ts'
import { Sheet } from './blocks/sheet.ts'
import { Split } from './blocks/split.ts'
import { Stack } from './blocks/stack.ts'
import { Steps } from './blocks/steps.ts'
import { Table } from './blocks/table.ts'
import { Tabs } from './blocks/tabs.ts'
import { Text } from './blocks/text.ts'
import { Thread } from './blocks/thread.ts'
import { Tiles } from './blocks/tiles.ts'
import { Trend } from './blocks/trend.ts'
import { Upload } from './blocks/upload.ts'
import { Video } from './blocks/video.ts'
import { Extension } from './extension.ts'

/** Every kind of block, by its name in JSON. The client's registry must have the same names to compile. */
export const blockSchemas = {
  action: ActionBlock,
  camera: Camera,
  choice: Choice,
  countdown: Countdown,
  days: Days,
  document: Document,
  facts: Facts,
  figure: Figure,
  form: Form,
  frame: Frame,
  grid: Grid,
  html: Html,
  image: Image,
  list: List,
  notice: Notice,
  progress: Progress,
  qr: Qr,
  rating: Rating,
  region: Region,
  schedule: Schedule,
  search: Search,
  section: Section,
  setting: Setting,
  sheet: Sheet,
  split: Split,
  stack: Stack,
  steps: Steps,
  table: Table,
  tabs: Tabs,
  text: Text,
  thread: Thread,
  tiles: Tiles,
  trend: Trend,
  upload: Upload,
  video: Video,
}

export type BlockKind = keyof typeof blockSchemas
export type BlockOf<K extends BlockKind> = Static<(typeof blockSchemas)[K]>
export type KnownBlock = { [K in BlockKind]: BlockOf<K> }[BlockKind]
declare module './block.ts' {
  interface Blocks {
    any: KnownBlock | Extension
  }
}
export type Block = KnownBlock | Extension

export const Block = Type.Unsafe<Block>({
  $id: 'Block',
  description: 'One part of a screen.',
  type: 'object',
  required: ['kind', 'id'],
  if: { properties: { kind: { type: 'string', pattern: '^x-' } } },
  then: refTo(Extension),
  else: {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: Object.values(blockSchemas).map(refTo),
  },
})
