import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { VisitMode } from './free-times.ts'
import { appointmentTypes, loadVisitType, type VisitType } from './places.store.ts'
import type { Sandbox } from '../../practices.ts'
import { facilityAnswers, scheduleAnswer } from './slot-responses.ts'
import { searchSlots, type PlaceTimes } from './slot-search.ts'
import { pathDay, RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const Days = Type.Integer({ minimum: 1, maximum: 31 })
const Strip = { days: Days, date: Type.String(), type: RecordNumber }
const Mode = Type.Union([Type.Literal('inoffice'), Type.Literal('telederm')])
const FacilityStrip = Type.Object({ ...Strip, facility: RecordNumber })
const ProviderStrip = Type.Object({ ...Strip, provider: RecordNumber, mode: Mode })
const OneDay = Type.Object({ date: Type.String(), type: RecordNumber })
const ProviderDay = Type.Object({ date: Type.String(), type: RecordNumber, provider: RecordNumber })
const FacilityProviderDay = Type.Object({ ...ProviderDay.properties, facility: RecordNumber })

interface Params {
  practice: string
  date: string
  days: number
  type: number
  mode?: VisitMode
  /** -1: any. */
  provider?: number
  facility?: number
}

interface Answer {
  places: PlaceTimes[]
  type: VisitType
}

/** Types of appointment and searches for free times. A type belongs to a mode and is unknown in the other one. */
export const slotRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const search = async ({ practice, date, days, provider, facility, ...params }: Params): Promise<Answer> => {
      const firstDay = pathDay(date)
      const type = await loadVisitType(db, practice, params.type)
      if (!type || (params.mode && params.mode !== type.mode)) throw notFound('appointment type')
      const employeeN = provider === -1 ? undefined : provider
      const places = await searchSlots(db, {
        practice,
        type,
        firstDay,
        days,
        employeeN,
        facilityN: facility,
        now: now(),
      })
      return { places, type }
    }
    const schedules = async (params: Params) => {
      const { places, type } = await search(params)
      return places.map((times) => scheduleAnswer(times, type))
    }

    app.get(
      '/Provider/Schedule/GetAppointmentTypes',
      { schema: { querystring: Type.Object({ filter: Type.String(), patientType: Type.Optional(Type.String()) }) } },
      ({ practice, query }) => appointmentTypes(db, practice.practice, query.filter),
    )
    app.get(
      '/Provider/GetFacilitiesByDate/:date/:type',
      { schema: { params: OneDay } },
      async ({ practice, params }) => {
        const { places } = await search({ practice: practice.practice, ...params, days: 1 })
        return facilityAnswers(places)
      },
    )
    app.get(
      '/Provider/GetSlotsForFacility/:days/:date/:facility/0/:type',
      { schema: { params: FacilityStrip } },
      ({ practice, params }) => schedules({ practice: practice.practice, ...params }),
    )
    for (const variant of ['', '/TeleHealth']) {
      const path = `/Provider${variant}/GetSlotsForProvider/:days/:date/:provider/:mode/0/:type`
      app.get(path, { schema: { params: ProviderStrip } }, ({ practice, params }) =>
        schedules({ practice: practice.practice, ...params }),
      )
    }
    app.get(
      '/Provider/GetSlotsByDate/:provider/:date/1/0/:type',
      { schema: { params: ProviderDay } },
      ({ practice, params }) => schedules({ practice: practice.practice, ...params, days: 1 }),
    )
    app.get(
      '/Provider/GetSlotsForProviderByDate/:provider/:date/:type',
      { schema: { params: ProviderDay } },
      ({ practice, params }) => schedules({ practice: practice.practice, ...params, days: 1 }),
    )
    app.get(
      '/Provider/GetFacilitySlotsForProviderBydate/:facility/:provider/:date/1/0/:type',
      { schema: { params: FacilityProviderDay } },
      ({ practice, params }) => schedules({ practice: practice.practice, ...params, days: 1 }),
    )
  }
