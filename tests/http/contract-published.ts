import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Visitor } from '../support/portal.ts'

/** Says what is wrong with a value of the contract; nothing when it is right. */
export type Check = (name: 'Screen' | 'RegionContent' | 'Shell' | 'Problem' | 'Effects', value: unknown) => string

/** Checks against the schemas as an integrator gets them. */
export async function publishedContract(visitor: Visitor): Promise<Check> {
  const ajv = new Ajv({ discriminator: true, strict: false })
  // ajv-formats is CommonJS: its function stands under `default` for TypeScript's eyes only.
  ;(formats as unknown as (instance: Ajv) => void)(ajv)
  const { body } = await visitor.get<{ schemas: string[] }>('/ui/catalog')
  for (const path of body.schemas) ajv.addSchema((await visitor.get<object>(path)).body)
  return (name, value) => {
    const validate = ajv.getSchema(name)
    if (!validate) throw new Error(`no schema is published as ${name}`)
    return validate(value) ? '' : `${name}: ${ajv.errorsText(validate.errors)}`
  }
}
