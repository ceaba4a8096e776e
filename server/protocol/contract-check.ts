import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { contract } from '../../schemas/contract.ts'
import { nameOf } from './schema-name.ts'

const ajv = new Ajv({ discriminator: true, strict: false })
// ajv-formats is CommonJS: only TypeScript expects its function under `default`.
;(formats as unknown as (instance: Ajv) => void)(ajv)
for (const schema of contract) ajv.addSchema(schema as object)

const compiled = new Map<string, ValidateFunction>(
  contract.map((schema) => [nameOf(schema), ajv.getSchema(nameOf(schema))!]),
)

/** A response does not match the contract. The message names the place and no value. */
export class ContractBroken extends Error {}

/** Throws if a response does not match its schema; the message names the place. */
export function checkContract(
  name: 'Screen' | 'RegionContent' | 'Shell' | 'Effects' | 'Problem',
  value: unknown,
): void {
  const validate = compiled.get(name)
  if (!validate) throw new Error(`the contract has no ${name}`)
  if (validate(value)) return
  const [first] = validate.errors ?? []
  throw new ContractBroken(
    `${name}${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'} ${JSON.stringify(first?.params ?? {})}`,
  )
}
