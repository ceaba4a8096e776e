import { useEffect } from 'react'
import type { Shell } from '../../schemas/shell.ts'
import { announce } from '../base/announce.ts'
import { Blocks } from '../render/blocks.tsx'
import { focusBlock, focusControl, focusHeading, focusLinkTo, onceDrawn } from '../base/focus.ts'
import { ActLink } from '../render/to.tsx'
import { useStore } from '../base/store.ts'
import { Footer } from './footer.tsx'
import { ActingBar } from './acting-bar.tsx'
import { Header } from './header.tsx'
import { DocumentView } from './document-view.tsx'
import { BackArrow } from './marks.tsx'
import { PrintHead } from './print-head.tsx'
import { OutdatedBar } from './outdated-bar.tsx'
import { usePortal } from '../model/portal-context.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import type { View } from '../model/state.ts'
import { ErrorBanner } from './error-banner.tsx'
import { useWords } from '../model/use-words.ts'

/** The screen with header, navigation and footer. */
export function Frame() {
  const portal = usePortal()
  const known = useStore(portal.shell)
  const ended = useStore(portal.ended)
  const shell = ended && known ? ofNobody(known) : known
  const view = useStore(portal.view)
  const { chrome = 'plain', stillBrand = false } = view?.screen ?? {}
  useArrival(view)
  return (
    <div className={frameClass(view)}>
      <WindowTitle view={view} />
      {/* A document has a head of its own. */}
      {shell && !view?.screen.close && <PrintHead {...shell} />}
      {shell && chrome !== 'none' && <SkipLink label={shell.skipLabel} />}
      {shell && chrome !== 'none' && (
        <Header shell={shell} withNavigation={chrome === 'full'} stillBrand={stillBrand} />
      )}
      {shell?.acting && <ActingBar acting={shell.acting} />}
      <OutdatedBar />
      <main id="content" className={`content ${view?.screen.width ?? 'wide'}`} tabIndex={-1}>
        <Content view={view} />
      </main>
      {shell && chrome !== 'none' && <Footer footer={shell.footer} />}
    </div>
  )
}

/** What stands around the screens, without what it says about the user. */
function ofNobody(shell: Shell): Shell {
  return {
    ...shell,
    brand: { ...shell.brand, to: undefined },
    navigation: { ...shell.navigation, entries: [], narrowEntries: [] },
    account: undefined,
    acting: undefined,
    subject: undefined,
  }
}

function frameClass(view: View | undefined): string {
  if (view?.screen.close) return 'frame over'
  return view?.screen.welcome ? 'frame welcome' : 'frame'
}

function Content({ view }: { view: View | undefined }) {
  const portal = usePortal()
  const waiting = useStore(portal.waiting)
  const dialogsOpen = useStore(portal.dialogs.stack).length > 0
  const { back, close, blocks = [] } = view?.screen ?? {}
  return (
    <>
      {!dialogsOpen && <ErrorBanner />}
      {waiting === 'elsewhere' && <Skeleton shape="lines" />}
      {view && (
        // What a person types or reads in stays in sight, with its focus, while the same screen changes.
        <div
          className="screen"
          hidden={waiting === 'elsewhere'}
          aria-busy={waiting === 'here'}
          key={view.path.split('?')[0]}
        >
          {back && !close && (
            <ActLink className="back" action={back.do ?? { type: 'navigate', to: back.to }}>
              <BackArrow />
              {back.label}
            </ActLink>
          )}
          {close ? <DocumentView close={close} blocks={blocks} /> : <Blocks blocks={blocks} />}
        </div>
      )}
    </>
  )
}

function WindowTitle({ view }: { view: View | undefined }) {
  const portal = usePortal()
  const word = useWords()
  const invalidForms = useStore(portal.invalidForms)
  const errorBanner = useStore(portal.errorBanner)
  const wrong = invalidForms.size > 0 || errorBanner !== undefined
  const brand = useStore(portal.shell)?.brand.name
  return <title>{(wrong ? word('errorPrefix') : '') + (view?.screen.title ?? brand ?? '')}</title>
}

function SkipLink({ label }: { label: string }) {
  return (
    <a
      className="skip"
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        focusHeading()
      }}
    >
      {label}
    </a>
  )
}

/** Announces a new screen and moves the focus to its heading, unless the user is working in a part that stays. */
function useArrival(view: View | undefined): void {
  const word = useWords()
  const arrival = view?.arrival
  useEffect(() => {
    if (!view) return undefined
    announce(`${view.screen.title} ${word('screenLoaded')}`, 'polite')
    const isAtWork = document.activeElement !== document.body && document.activeElement?.closest('main') && !view.moved
    if (isAtWork) return undefined
    if (view.left) return returnFocus(view.left)
    const focus = view.top || !hasMouse() ? undefined : view.screen.focus
    if (focus !== undefined && focusControl(focus)) return undefined
    // The browser itself reads the first screen from the top.
    if (view.arrival > 1 || view.screen.close) focusHeading()
    if (focus !== undefined) return onceDrawn(() => focusControl(focus))
    return view.top === undefined ? undefined : returnTo(view.top)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an arrival happens once, whatever is drawn again later
  }, [arrival])
}

/** Where the focus in a field opens no keyboard on the screen. */
const hasMouse = () => globalThis.matchMedia?.('(pointer: fine)')?.matches ?? true

const signsOfUse = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to where the screen was left. Parts of it may be drawn later: until it is long enough it is scrolled again
 * when it grows, unless the user does something. Returns how to stop waiting.
 */
function returnTo(top: number): (() => void) | undefined {
  const isThere = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) <= 1
  }
  if (isThere()) return undefined
  const controller = new AbortController()
  const watcher = new ResizeObserver(() => isThere() && controller.abort())
  controller.signal.addEventListener('abort', () => watcher.disconnect())
  for (const sign of signsOfUse) addEventListener(sign, () => controller.abort(), { signal: controller.signal })
  watcher.observe(document.body)
  return () => controller.abort()
}

/** Moves the focus to where a document was opened; until that is drawn, the heading has it. Returns how to stop waiting. */
function returnFocus({ path, opener }: NonNullable<View['left']>): (() => void) | undefined {
  const isDone = () => focusLinkTo(path) || (opener !== undefined && focusBlock(opener))
  if (isDone()) return undefined
  focusHeading()
  return onceDrawn(isDone)
}
