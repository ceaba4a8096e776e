import type { Problem } from '../../schemas/problem.ts'
import type { ScreenBody } from './definitions.ts'

/** Builds the screen that replaces one that cannot be opened: a sentence and the next step. */
export function problemScreen(problem: Problem): ScreenBody {
  if (problem.status === 421) return invalidSite(problem)
  const { title, detail, status, redirect, instance } = problem
  return {
    title,
    width: 'reading',
    blocks: [
      { kind: 'text', id: 'problem-title', role: 'title', text: titleFor(problem) },
      { kind: 'notice', id: 'problem', tone: status >= 500 ? 'error' : 'warning', text: detail },
      { kind: 'action', id: 'problem-next', ...nextStep(status, redirect) },
      ...(status >= 500 && instance
        ? [
            {
              kind: 'text' as const,
              id: 'problem-instance',
              role: 'small' as const,
              text: `If you call the office, please mention ${instance}.`,
            },
          ]
        : []),
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
  if (status >= 500)
    return { text: 'Go to the start page', style: 'secondary' as const, do: { type: 'navigate' as const, to: '/' } }
  return { text: 'Go to the start page', style: 'primary' as const, do: { type: 'navigate' as const, to: '/' } }
}
