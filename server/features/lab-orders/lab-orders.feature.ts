import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import {
  documentAddresses,
  documentDialog,
  documentFiles,
  documentName,
  openDocument,
} from '../../practice/document-files.ts'
import { recordParts } from '../../practice/extension-points.ts'
import { partOffered } from '../../practice/offered.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { labOrderPaths } from './lab-orders.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, region, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { cutPage, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { labOrdersMessages } from './lab-orders.messages.ts'
import { labOrdersPart } from './lab-orders-part.ts'
import { labOrderListBlocks, labOrdersScreen, listRegion, sizes, titleOf } from './lab-orders.screens.ts'

const offered = (reads: Reads) => partOffered(reads, 'labOrders')
const guarded = { guard: patientsAndGuardians, offered, off: { what: 'Lab orders' } } as const
const query = closed(pageParameters)
const part = { id: 'labOrders', label: 'Lab Orders', icon: 'beaker', ...guarded } as const

/** Orders to laboratories, to view, download and print (specification 2 §2.11, §2.12). */
export const labOrders = feature('labOrders', ({ emrOf }: Pick<Services, 'emrOf'>) => {
  const refOf = (context: Context, labOrderId: string) => ({
    patientId: actingPrincipal(context).patient.id,
    labOrderId,
  })
  const view = action({
    ...guarded,
    name: 'labOrders.open',
    about: 'Opened a lab order',
    forViewers: true,
    repeatable: true,
    input: closed({ labOrder: Type.String({ maxLength: 20 }) }),
    run: async (context, { labOrder: id }) => {
      const content = await openDocument(context, () => emrOf(context.licensee).labOrderWithPdf(refOf(context, id)))
      if (!content?.hasPdf) throw new Failure('labOrders.noDocument', { status: 404 })
      context.trace.document = { id }
      const addresses = documentAddresses(labOrderPaths, id)
      return [{ type: 'open', dialog: documentDialog({ title: titleOf(content.labOrder), addresses }) }]
    },
  })
  return {
    messages: labOrdersMessages,
    actions: [view],
    extends: [recordParts.add(labOrdersPart)],
    menu: [{ menu: 'main', ...part, do: goTo(labOrderPaths.list()) }],
    cards: [{ kind: 'tile', ...part, text: 'See what was ordered for you.', to: labOrderPaths.list() }],
    landingTiles: [{ ...part, text: 'See what was ordered for you.', to: labOrderPaths.list() }],
    screens: [
      screen({
        ...guarded,
        route: labOrderPaths.list.route,
        about: 'Lab orders',
        query,
        load: (_context, { query: params }) => labOrdersScreen(pageRequestOf(params, sizes)),
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: listRegion,
        actions: [view],
        about: 'The lab orders of the patient, a page of them',
        query,
        load: async (context, params) => {
          const { patient } = actingPrincipal(context)
          context.dependsOn(recordTopic({ licenseeId: context.licensee.id, patientId: patient.id }, 'labOrders'))
          const all = await emrOf(context.licensee).labOrders(patient.id)
          return labOrderListBlocks(cutPage(all, pageRequestOf(params, sizes)), view)
        },
      }),
    ],
    files: documentFiles({
      ...guarded,
      name: 'labOrders',
      what: 'a lab order',
      paths: labOrderPaths,
      load: async (context, id, requested) => {
        const content = await emrOf(context.licensee).labOrderPdf(refOf(context, id), requested)
        if (!content?.pdf) return undefined
        return { ...content.pdf, fileName: documentName(context, { what: 'lab order', day: content.labOrder.day }) }
      },
    }),
  }
})
