import { describe, expect } from 'vitest'
import { allPaths } from '../support/all-paths.ts'
import { portalTest } from '../support/portal-test.ts'

const test = portalTest()

describe('every address that the code names', () => {
  test('is that of a screen, a region or a file, and its query one that this reads', ({ portal }) => {
    const { screens, regions, files } = portal.portal
    const known = new Map([
      ...[...screens, ...files].map((each) => [each.route, 'query' in each ? each.query : undefined] as const),
      ...[...regions.values()].map(({ name, query }) => [name, query] as const),
    ])
    const namesOf = (route: string) => Object.keys(known.get(route)?.properties ?? {})
    expect(allPaths.filter(({ route }) => !known.has(route)).map(({ route }) => route)).toEqual([])
    // The version of a picture is read by nobody: it makes the address of a changed picture a new one.
    const pictures = files.filter(({ kind }) => kind === 'picture').map(({ route }) => route)
    const isRead = (route: string, name: string) =>
      namesOf(route).includes(name) || (name === 'v' && pictures.includes(route))
    expect(allPaths.filter(({ route, query }) => query.some((name) => !isRead(route, name)))).toEqual([])
  })

  test('is made by one function, and every screen and file has one', ({ portal }) => {
    const routes = allPaths.map(({ route }) => route)
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
    const { screens, files } = portal.portal
    expect([...screens, ...files].map(({ route }) => route).filter((route) => !routes.includes(route))).toEqual([])
  })

  test('looks as listed, with every parameter and every part of its query', () => {
    const values = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))
    const addresses = allPaths.map((path) =>
      path(values([...path.query, ...[...path.route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')])),
    )
    expect(addresses.toSorted()).toMatchInlineSnapshot(`
      [
        "/",
        "/ThankYou",
        "/Thankyou/x",
        "/admin/account",
        "/admin/account/authenticator",
        "/admin/account/password",
        "/admin/account/recoverycodes",
        "/admin/clinical_documents/x/pdf",
        "/admin/clinical_documents/x/pdf/download",
        "/admin/clinical_documents/x/pdf/print",
        "/admin/find_patient?search=x&page=x&size=x",
        "/admin/forgot_password",
        "/admin/forgot_password/sent",
        "/admin/home/dashboard",
        "/admin/invitation/x",
        "/admin/invite_staff",
        "/admin/new_password/x",
        "/admin/patient/x/activity?page=x&size=x&search=x&tasks=x&resultsPage=x&resultsSize=x",
        "/admin/patient/x/documents?page=x&size=x&search=x&tasks=x&resultsPage=x&resultsSize=x",
        "/admin/patient/x?search=x&page=x&size=x&tasks=x",
        "/admin/payments",
        "/admin/settings/x",
        "/admin/settings?q=x&group=x",
        "/admin/staff/x",
        "/admin/staff?page=x&size=x",
        "/admin/tasks?list=x&page=x&size=x",
        "/admin/update_logo",
        "/admin/update_logo/pictures/x/x?v=x",
        "/admin?next=x",
        "/appointment/tele/x/x?left=x",
        "/appointments/reviews/x/x",
        "/payment/printReceipt/x/pdf",
        "/payment/printReceipt?payment=x&print=x",
        "/practice/front-photo",
        "/practice/logo?v=x",
        "/practice/mark?v=x",
        "/practice/photos/x/x",
        "/privacypolicy",
        "/user/bill/x",
        "/user/bookappointment/closure?origin=x",
        "/user/bookappointment/confirmation?hold=x",
        "/user/bookappointment/date/slots?type=x&visit=x&insurance=x&by=x&region=x&date=x&provider=x&facility=x&from=x&reschedule=x&waiting=x",
        "/user/bookappointment/facility/slots?type=x&visit=x&insurance=x&by=x&region=x&date=x&provider=x&facility=x&from=x&reschedule=x&waiting=x",
        "/user/bookappointment/features/x/x/x",
        "/user/bookappointment/index?type=x&visit=x&insurance=x&by=x&region=x&date=x&provider=x&facility=x&from=x&reschedule=x&waiting=x",
        "/user/bookappointment/provider/slots?type=x&visit=x&insurance=x&by=x&region=x&date=x&provider=x&facility=x&from=x&reschedule=x&waiting=x",
        "/user/email/x",
        "/user/fileupload/camera/x/x",
        "/user/fileupload/qrcode/x/x",
        "/user/fileupload/x?card=x",
        "/user/forgotpassword",
        "/user/forgotpassword/verification",
        "/user/forgotusername",
        "/user/guestBilling?pay=x&visits=x&tab=x",
        "/user/guestInvoice?invoice=x&print=x",
        "/user/guestLogin",
        "/user/guestPayment?bills=x&card=x&cards=x",
        "/user/home/ActivityLog?from=x&to=x&page=x&size=x",
        "/user/home/Billing?pay=x&visits=x&tab=x",
        "/user/home/ChatMsg?about=x&draft=x&form=x",
        "/user/home/DirectMail?records=x&draft=x&form=x",
        "/user/home/Forms",
        "/user/home/Installments?card=x",
        "/user/home/Invoices",
        "/user/home/Invoices/x?print=x",
        "/user/home/LabOrdering/x/pdf",
        "/user/home/LabOrdering/x/pdf/download",
        "/user/home/LabOrdering/x/pdf/print",
        "/user/home/LabOrdering?page=x&size=x",
        "/user/home/MakePayment?bills=x&card=x&cards=x",
        "/user/home/Messages/waiting/x/attachment/x",
        "/user/home/Messages/x/attachment/x",
        "/user/home/Messages?box=x&page=x&size=x&q=x&message=x&outgoing=x",
        "/user/home/Myrecord/documents/x",
        "/user/home/Myrecord/documents?page=x&size=x",
        "/user/home/Myrecord/export/fhir",
        "/user/home/Myrecord/export/pdf",
        "/user/home/Myrecord/pharmacy?find=x&name=x&address=x&city=x&state=x&zip=x&phone=x&fax=x&page=x&size=x&change=x",
        "/user/home/Myrecord/upload",
        "/user/home/Myrecord/visits/x/pdf",
        "/user/home/Myrecord/visits/x/pdf/download",
        "/user/home/Myrecord/visits/x/pdf/print",
        "/user/home/Myrecord/visits/x/xml",
        "/user/home/Myrecord?medicationsPage=x&medicationsSize=x&visitsPage=x&visitsSize=x",
        "/user/home/Profile",
        "/user/home/Reply?message=x&draft=x&form=x",
        "/user/home/SecureMail?records=x&draft=x&form=x",
        "/user/home/SentMail?page=x&size=x&q=x&mail=x",
        "/user/home/Settings",
        "/user/home/Settings/authenticator",
        "/user/home/Settings/password",
        "/user/home/Settings/recoverycodes",
        "/user/home/SimpleMail?records=x&draft=x&form=x",
        "/user/home/Statements",
        "/user/home/Statements/x/pdf",
        "/user/home/Statements/x?print=x",
        "/user/home/TestResults?page=x&size=x",
        "/user/home/appointments/calendar/x",
        "/user/home/appointments?tab=x&cancelled=x&page=x&size=x",
        "/user/home/clinicaldocuments/x/pdf",
        "/user/home/clinicaldocuments/x/pdf/download",
        "/user/home/clinicaldocuments/x/pdf/print",
        "/user/home/clinicaldocuments?page=x&size=x",
        "/user/home/dashboard",
        "/user/home/resultannotation?result=x",
        "/user/home/resultdocument/x/pdf",
        "/user/home/resultdocument/x/pdf/download",
        "/user/home/resultdocument/x/pdf/print",
        "/user/invitation/x",
        "/user/invoice/x/pdf",
        "/user/login/code?with=x",
        "/user/login?next=x",
        "/user/redirect/x",
        "/user/register/guardian?way=x",
        "/user/resetpassword",
        "/user/resetpassword/link/x",
        "/user/securemail/x",
        "/user/securemail/x/pdf/x",
        "/user/securemail/x/xml/x",
        "/user/signup",
        "/user/signup/link/x",
        "/user/stopMessageEmails?link=x",
        "admin.settingWarnings?name=x",
        "billing.charges?pay=x&visits=x&tab=x",
        "booking.times?type=x&visit=x&insurance=x&by=x&region=x&date=x&provider=x&facility=x&from=x&reschedule=x&waiting=x",
        "findPatient.results?search=x&page=x&size=x",
        "myRecords.pharmacies?find=x&name=x&address=x&city=x&state=x&zip=x&phone=x&fax=x&page=x&size=x",
        "testResults.trend?code=x",
        "testResults.values?result=x",
      ]
    `)
  })

  test('is that of a screen where a menu, a dashboard or the landing page leads', ({ portal }) => {
    const { features, screens } = portal.portal
    const entries = features.flatMap(({ menu }) => menu.map(({ do: act }) => ('to' in act ? act.to : '')))
    const cards = features.flatMap((feature) => feature.cards.flatMap((card) => ('to' in card ? [card.to] : [])))
    const tiles = features.flatMap(({ landingTiles }) => landingTiles.map(({ to }) => to))
    const known = new Set(screens.map(({ route }) => route))
    const all = [...entries, ...cards, ...tiles].map((to) => to.split('?')[0] ?? '').filter(Boolean)
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((to) => !known.has(to))).toEqual([])
  })
})
