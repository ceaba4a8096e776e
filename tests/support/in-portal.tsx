import type { ReactNode } from 'react'
import { registry } from '../../client/blocks/registry.ts'
import type { Portal } from '../../client/model/portal.ts'
import { PortalContext } from '../../client/model/portal-context.ts'
import { RegistryContext } from '../../client/render/registry-context.ts'

/** What a component finds around it in the client: the portal, and what draws each kind of block. */
export function InPortal({ portal, children }: { portal: Portal; children: ReactNode }) {
  return (
    <PortalContext value={portal}>
      <RegistryContext value={registry}>{children}</RegistryContext>
    </PortalContext>
  )
}
