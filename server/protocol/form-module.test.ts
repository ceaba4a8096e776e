import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { runtimeOf } from '../../client/forms/runtime.ts'
import { formModule } from './form-module.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2 },
    day: { type: 'string', format: 'date' },
    list: { type: 'array', uniqueItems: true, items: { type: 'object' } },
  },
}

type Check = ((value: unknown) => boolean) & { errors: { keyword: string }[] | null }

/** Runs the module where code generation from strings is disabled, as in the page. */
function checkIn(code: string): Check {
  const context = vm.createContext({ require: runtimeOf }, { codeGeneration: { strings: false, wasm: false } })
  const checks = vm.runInContext(`(${code.replace('export default ', '').trimEnd()})(require)`, context) as Record<
    string,
    Check
  >
  const [check] = Object.values(checks)
  if (!check) throw new Error('the module has no check')
  return check
}

describe('the checks of a form', () => {
  it('run where eval is forbidden', () => {
    const check = checkIn(formModule(schema).code)
    expect(check({ name: 'Hall', day: '2026-02-28', list: [{ a: 1 }, { a: 2 }] })).toBe(true)
    expect(check({ name: 'H', day: '2026-02-30', list: [{ a: 1 }, { a: 1 }] })).toBe(false)
    expect(check.errors?.map(({ keyword }) => keyword).toSorted()).toEqual(['format', 'minLength', 'uniqueItems'])
  })

  it('are addressed by what the schema says', () => {
    const { hash, url } = formModule(schema)
    expect(url).toBe(`/ui/forms/${hash}.js`)
    expect(formModule(structuredClone(schema)).url).toBe(url)
    expect(formModule({ ...schema, required: [] }).url).not.toBe(url)
  })

  it('hold no code that a schema smuggles in', () => {
    const evil = {
      type: 'object',
      properties: { 'a"]; globalThis.stolen = 1; ["': { type: 'string', pattern: '";globalThis.stolen=1;"' } },
    }
    const check = checkIn(formModule(evil).code)
    expect(check({})).toBe(true)
    expect('stolen' in globalThis).toBe(false)
  })
})
