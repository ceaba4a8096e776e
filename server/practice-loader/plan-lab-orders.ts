import type { PlannedLabOrder, PlannedTestResult } from './load-plan.ts'

/** Creates an order for each encounter with reports of laboratories. */
export function planLabOrders(results: PlannedTestResult[]): PlannedLabOrder[] {
  const orders = new Map<string, PlannedLabOrder>()
  for (const { visit, visitedOn, patient, provider, facility, laboratory, testType } of results) {
    if (visit === undefined || visitedOn === undefined) continue
    const order = orders.get(visit)
    if (!order)
      orders.set(visit, {
        sourceId: visit,
        patient,
        provider,
        facility,
        laboratory,
        orderedAt: visitedOn,
        tests: [testType],
      })
    if (order && !order.tests.includes(testType)) order.tests.push(testType)
    if (order && order.laboratory === '') order.laboratory = laboratory
  }
  return [...orders.values()]
}
