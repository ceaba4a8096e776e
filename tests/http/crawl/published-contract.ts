import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { Visitor } from '../../support/portal.ts'

/** Returns the errors of a value against the contract; undefined if it is valid. */
export type Check = (name: 'Screen' | 'RegionContent' | 'Shell' | 'Problem' | 'Effects', value: unknown) => string

/** Uses the schemas as an integrator receives them. */
export async function publishedContract(visitor: Visitor): Promise<Check> {
  const ajv = new Ajv({ discriminator: true, strict: false })
  // ajv-formats is CommonJS: only TypeScript expects its function under `default`.
  ;(formats as unknown as (instance: Ajv) => void)(ajv)
  const { body } = await visitor.get<{ schemas: string[] }>('/ui/catalog')
  for (const path of body.schemas) ajv.addSchema((await visitor.get<object>(path)).body)
  return (name, value) => {
    const validate = ajv.getSchema(name)
    if (!validate) throw new Error(`no schema is published as ${name}`)
    return validate(value) ? '' : `${name}: ${ajv.errorsText(validate.errors)}`
  }
}
