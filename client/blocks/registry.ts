import type { BlockKind } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import type { Registry } from '../render/registry-context.ts'
import { preloadable } from '../base/preloadable.ts'

/** Each kind is fetched when it is first drawn; one that is forgotten here does not compile. */
const loads = {
  action: preloadable(() => import('./action.tsx').then((file) => file.ActionBlock)),
  camera: preloadable(() => import('./camera/camera.tsx').then((file) => file.CameraBlock)),
  choice: preloadable(() => import('./choice/choice.tsx').then((file) => file.ChoiceBlock)),
  countdown: preloadable(() => import('./countdown.tsx').then((file) => file.CountdownBlock)),
  days: preloadable(() => import('./days/days.tsx').then((file) => file.DaysBlock)),
  facts: preloadable(() => import('./facts.tsx').then((file) => file.FactsBlock)),
  form: preloadable(() => import('./form.tsx').then((file) => file.FormBlock)),
  grid: preloadable(() => import('./grid.tsx').then((file) => file.GridBlock)),
  image: preloadable(() => import('./image.tsx').then((file) => file.ImageBlock)),
  notice: preloadable(() => import('./notice.tsx').then((file) => file.NoticeBlock)),
  qr: preloadable(() => import('./qr.tsx').then((file) => file.QrBlock)),
  rating: preloadable(() => import('./rating.tsx').then((file) => file.RatingBlock)),
  region: preloadable(() => import('./region.tsx').then((file) => file.RegionBlock)),
  schedule: preloadable(() => import('./schedule/schedule.tsx').then((file) => file.ScheduleBlock)),
  section: preloadable(() => import('./section.tsx').then((file) => file.SectionBlock)),
  stack: preloadable(() => import('./stack.tsx').then((file) => file.StackBlock)),
  steps: preloadable(() => import('./steps.tsx').then((file) => file.StepsBlock)),
  table: preloadable(() => import('./table/table.tsx').then((file) => file.TableBlock)),
  tabs: preloadable(() => import('./tabs/tabs.tsx').then((file) => file.TabsBlock)),
  text: preloadable(() => import('./text.tsx').then((file) => file.TextBlock)),
  tiles: preloadable(() => import('./tiles.tsx').then((file) => file.TilesBlock)),
  upload: preloadable(() => import('./upload/upload.tsx').then((file) => file.UploadBlock)),
  video: preloadable(() => import('./video/video.tsx').then((file) => file.VideoBlock)),
} satisfies { [K in BlockKind]: ReturnType<typeof preloadable<BlockProps<K>>> }

/** The component of each kind of block. */
export const registry = Object.fromEntries(
  Object.entries(loads).map(([kind, { view }]) => [kind, view]),
) as unknown as Registry // `loads` has each kind with a component of its own

function isKnown(kind: string): kind is BlockKind {
  return Object.hasOwn(loads, kind)
}

/** Fetches the components of everything that `content` holds, so that it draws in one piece. */
export async function preloadKinds(content: unknown): Promise<void> {
  const kinds = new Set<BlockKind>()
  collect(content, kinds)
  await Promise.allSettled([...kinds].map((kind) => loads[kind].preload()))
}

function collect(content: unknown, kinds: Set<BlockKind>): void {
  if (typeof content !== 'object' || content === null) return
  if ('kind' in content && typeof content.kind === 'string' && isKnown(content.kind)) kinds.add(content.kind)
  for (const part of Object.values(content)) collect(part, kinds)
}
