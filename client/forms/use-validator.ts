import type { ValidatorType } from '@rjsf/utils'
import { useContext, useEffect, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { loadValidator, permissive } from './validator.ts'

interface Loaded {
  url: string
  validator: ValidatorType
}

/** The compiled checks of the form; until they have come, and if they never do, the server's own are the only ones. */
export function useValidator({ validator: url, schema }: BlockOf<'form'>): ValidatorType {
  const portal = useContext(PortalContext)
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isWanted = true
    loadValidator(url, schema).then(
      (validator) => isWanted && setLoaded({ url, validator }),
      () => portal?.report('form-checks', url),
    )
    return () => void (isWanted = false)
  }, [url, schema, portal])
  return loaded?.url === url ? loaded.validator : permissive
}
