import { createRequire } from 'node:module'
import { blocksOf } from '../crawl.ts'
import { opened, type Judge } from '../judge.ts'

export const formChecks: Judge = {
  name: 'has for each of its forms the compiled checks, which admit and refuse',
  faultsIn: async (crawled) => {
    const forms = opened(crawled).flatMap(({ path, body }) =>
      blocksOf(body, 'form').map(({ validator }) => ({ path, validator: String(validator) })),
    )
    const judged = await Promise.all(
      [...new Map(forms.map((form) => [form.validator, form])).values()].map(async ({ path, validator }) => {
        const { status, headers, body } = await crawled.visitor.get<string>(validator)
        if (status !== 200) return `${validator} on ${path}: ${status}`
        if (headers['cache-control'] !== 'public, max-age=31536000, immutable') return `${validator}: not kept`
        const checks = await runChecks(body)
        const refuses = checks.some((validate) => validate('not an object') === false)
        return refuses ? '' : `${validator} on ${path}: refuses nothing`
      }),
    )
    return judged.filter((fault) => fault !== '')
  },
}

/** Runs a module of compiled checks as a browser does, with Ajv's own runtime. */
async function runChecks(code: string): Promise<((value: unknown) => boolean)[]> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: (require: NodeJS.Require) => Record<string, (value: unknown) => boolean>
  } // made by server/protocol/form-module.ts
  return Object.values(module.default(createRequire(import.meta.url)))
}
