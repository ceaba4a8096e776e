import type { Problem } from '../../schemas/problem.ts'
import { button, goTo, text, type phone } from './block-builders.ts'
import type { ScreenBody } from './definitions.ts'
import { codeLength } from './request-code.ts'

interface Requested {
  /** The address of the screen. */
  to: string
  /** Undefined for an unknown address. */
  heading: string | undefined
  /** The phone number of the office, as `phone` returns it. */
  office: ReturnType<typeof phone>
}

/** Builds the screen that replaces one that cannot be opened: a sentence and the next step. */
export function problemScreen(problem: Problem, requested: Requested): ScreenBody {
  if (problem.status === 421) return invalidSite(problem)
  const { title, detail, status, redirect } = problem
  if (status >= 500) return failedScreen(problem, requested)
  return {
    title,
    width: 'reading',
    blocks: [
      { kind: 'text', id: 'problem-title', role: 'title', text: titleFor(problem) },
      { kind: 'notice', id: 'problem', tone: 'warning', text: detail },
      { kind: 'action', id: 'problem-next', ...nextStep(status, redirect) },
    ],
  }
}

/** It failed for the moment: the screen keeps its heading, and a client asks for it again by itself. */
function failedScreen(problem: Problem, { to, heading, office: { text: number, href } }: Requested): ScreenBody {
  const shown = heading ?? titleFor(problem)
  const code = problem.instance?.slice(0, codeLength)
  return {
    title: shown,
    width: 'reading',
    blocks: [
      { kind: 'text', id: 'problem-title', role: 'title', text: shown },
      { kind: 'notice', id: 'problem', tone: 'error', text: problem.detail },
      text('problem-again', 'This page tries again by itself.'),
      {
        kind: 'stack',
        id: 'problem-next',
        direction: 'across',
        blocks: [
          button('problem-retry', {
            text: 'Try again',
            style: 'primary',
            do: { type: 'navigate', to, replace: true },
          }),
          button('problem-start', { text: 'Go to the start page', do: goTo('/') }),
        ],
      },
      text(
        'problem-instance',
        [
          ...(number
            ? [{ text: 'If you call the office at ' }, { text: number, ...(href ? { href } : {}) }]
            : [{ text: 'If you call the office' }]),
          { text: `, please mention ${code}.` },
        ],
        'small',
      ),
    ],
  }
}

/** The screen of an unknown host (specification 1 §2): a dialog over an otherwise empty page. */
function invalidSite({ detail }: Problem): ScreenBody {
  return {
    title: 'Invalid Website',
    chrome: 'none',
    width: 'reading',
    blocks: [
      { kind: 'text', id: 'problem-title', role: 'title', text: 'Invalid Website' },
      { kind: 'text', id: 'problem', text: detail },
    ],
    open: 'invalid-site',
    dialogs: {
      'invalid-site': {
        id: 'invalid-site',
        title: 'Invalid Website',
        closeLabel: 'Close',
        blocks: [{ kind: 'text', id: 'invalid-site-text', text: detail }],
        actions: [{ kind: 'action', id: 'invalid-site-close', text: 'Close', style: 'primary', do: { type: 'close' } }],
      },
    },
  }
}

function titleFor({ status, title, code }: Problem): string {
  if (code === 'route.off') return 'Switched off'
  const words: Record<number, string> = {
    401: 'Please sign in',
    403: 'You cannot open this page',
    404: 'Page not found',
    409: 'This is no longer possible',
    422: 'Something is missing',
  }
  return words[status] ?? (status >= 500 ? 'This did not work' : title)
}

function nextStep(status: number, redirect: string | undefined) {
  if (redirect && status === 404)
    return { text: 'Open the page', style: 'primary' as const, do: { type: 'navigate' as const, to: redirect } }
  if (redirect) return { text: 'Sign in', style: 'primary' as const, do: { type: 'navigate' as const, to: redirect } }
  return { text: 'Go to the start page', style: 'primary' as const, do: { type: 'navigate' as const, to: '/' } }
}
