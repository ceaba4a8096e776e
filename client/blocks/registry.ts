import type { BlockKind } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { FormComing } from '../parts/form-coming.tsx'
import { comingAs } from '../parts/skeleton.tsx'
import type { Registry } from '../render/registry-context.ts'
import { preloadable } from '../base/preloadable.tsx'

/** Each kind is loaded when it is first rendered. A missing kind does not compile. */
const loads = {
  action: preloadable(() => import('./action.tsx').then((file) => file.ActionBlock)),
  camera: preloadable(() => import('./camera/camera.tsx').then((file) => file.CameraBlock)),
  choice: preloadable(() => import('./choice/choice.tsx').then((file) => file.ChoiceBlock), comingAs('cards')),
  countdown: preloadable(() => import('./countdown.tsx').then((file) => file.CountdownBlock)),
  days: preloadable(() => import('./days/days.tsx').then((file) => file.DaysBlock), comingAs('lines')),
  document: preloadable(() => import('./document/document.tsx').then((file) => file.DocumentBlock)),
  facts: preloadable(() => import('./facts.tsx').then((file) => file.FactsBlock)),
  figure: preloadable(() => import('./figure.tsx').then((file) => file.FigureBlock)),
  form: preloadable(() => import('./form.tsx').then((file) => file.FormBlock), FormComing),
  frame: preloadable(() => import('./frame.tsx').then((file) => file.FrameBlock)),
  grid: preloadable(() => import('./grid.tsx').then((file) => file.GridBlock)),
  html: preloadable(() => import('./html.tsx').then((file) => file.HtmlBlock)),
  image: preloadable(() => import('./image.tsx').then((file) => file.ImageBlock)),
  list: preloadable(() => import('./list/list.tsx').then((file) => file.ListBlock), comingAs('lines')),
  notice: preloadable(() => import('./notice.tsx').then((file) => file.NoticeBlock)),
  progress: preloadable(() => import('./progress.tsx').then((file) => file.ProgressBlock)),
  qr: preloadable(() => import('./qr.tsx').then((file) => file.QrBlock)),
  rating: preloadable(() => import('./rating.tsx').then((file) => file.RatingBlock)),
  region: preloadable(() => import('./region.tsx').then((file) => file.RegionBlock)),
  schedule: preloadable(() => import('./schedule/schedule.tsx').then((file) => file.ScheduleBlock), comingAs('times')),
  search: preloadable(() => import('./search.tsx').then((file) => file.SearchBlock)),
  section: preloadable(() => import('./section.tsx').then((file) => file.SectionBlock)),
  setting: preloadable(() => import('./setting/setting.tsx').then((file) => file.SettingBlock)),
  sheet: preloadable(() => import('./sheet/sheet.tsx').then((file) => file.SheetBlock), comingAs('lines')),
  split: preloadable(() => import('./split.tsx').then((file) => file.SplitBlock)),
  stack: preloadable(() => import('./stack.tsx').then((file) => file.StackBlock)),
  steps: preloadable(() => import('./steps.tsx').then((file) => file.StepsBlock)),
  table: preloadable(() => import('./table/table.tsx').then((file) => file.TableBlock), comingAs('table')),
  tabs: preloadable(() => import('./tabs/tabs.tsx').then((file) => file.TabsBlock), comingAs('lines')),
  text: preloadable(() => import('./text.tsx').then((file) => file.TextBlock)),
  thread: preloadable(() => import('./thread/thread.tsx').then((file) => file.ThreadBlock), comingAs('lines')),
  tiles: preloadable(() => import('./tiles.tsx').then((file) => file.TilesBlock)),
  trend: preloadable(() => import('./trend.tsx').then((file) => file.TrendBlock)),
  upload: preloadable(() => import('./upload/upload.tsx').then((file) => file.UploadBlock)),
  video: preloadable(() => import('./video/video.tsx').then((file) => file.VideoBlock)),
} satisfies { [K in BlockKind]: ReturnType<typeof preloadable<BlockProps<K>>> }

/** Maps each kind of block to its component. */
export const registry = Object.fromEntries(
  Object.entries(loads).map(([kind, { view }]) => [kind, view]),
) as unknown as Registry // `loads` maps each kind to its own component

function isKnown(kind: string): kind is BlockKind {
  return Object.hasOwn(loads, kind)
}

/** Loads the components of all blocks in `content`, so that they render together. */
export async function preloadKinds(content: unknown): Promise<void> {
  await Promise.allSettled(kindsIn(content).map((kind) => loads[kind].preload()))
}

/** The same, but waits only for those that have no stand-in: for a first screen, which follows none. */
export async function preloadFirst(content: unknown): Promise<void> {
  const kinds = kindsIn(content)
  void preloadKinds(content)
  await Promise.allSettled(kinds.filter((kind) => !loads[kind].hasStandIn).map((kind) => loads[kind].preload()))
}

function kindsIn(content: unknown): BlockKind[] {
  const kinds = new Set<BlockKind>()
  collect(content, kinds)
  return [...kinds]
}

function collect(content: unknown, kinds: Set<BlockKind>): void {
  if (typeof content !== 'object' || content === null) return
  if ('kind' in content && typeof content.kind === 'string' && isKnown(content.kind)) kinds.add(content.kind)
  for (const part of Object.values(content)) collect(part, kinds)
}
