import { indexEntries } from './bundle-index.ts'
import { isResourceType } from './fhir/resource.ts'
import { refused } from './file-refused.ts'
import type { LoadPlan, Tally } from './load-plan.ts'
import { planAllergies } from './plan-allergies.ts'
import { planAppointments } from './plan-appointments.ts'
import { planAttachedRecords } from './plan-attached-records.ts'
import { planCharges } from './plan-charges.ts'
import { planClinicalDocuments } from './plan-clinical-documents.ts'
import { planConditions } from './plan-conditions.ts'
import { planFacilities } from './plan-facilities.ts'
import { planHomes } from './plan-homes.ts'
import { planInsurances } from './plan-insurances.ts'
import { planLabOrders } from './plan-lab-orders.ts'
import { planMedications } from './plan-medications.ts'
import { planPatients } from './plan-patients.ts'
import { planProviders } from './plan-providers.ts'
import { planTestResults } from './plan-test-results.ts'
import type { Entry } from './read-bundle.ts'
import { count, firstName, type Reading } from './reading.ts'

/** Converts the checked entries of one file to rows. Throws FileRefused if a reference has a wrong type. */
export function planBundle(name: string, entries: Entry[], { dropDigits = false } = {}): LoadPlan {
  const reading: Reading = {
    entries,
    index: indexEntries(entries),
    dropDigits,
    faults: [],
    needs: [],
    skipped: {},
    left: new Set(),
  }
  const facilities = planFacilities(reading)
  const { providers, roles } = planProviders(reading)
  const patients = planPatients(reading)
  const appointments = planAppointments(reading)
  const charges = planCharges(reading)
  const insurances = planInsurances(reading, charges)
  const medications = planMedications(reading)
  const allergies = planAllergies(reading)
  // After the charges: those name the diagnoses also of conditions that are left out.
  const conditions = planConditions(reading)
  const testResults = planTestResults(reading, appointments)
  const labOrders = planLabOrders(reading, { appointments, results: testResults })
  const clinicalDocuments = planClinicalDocuments(reading, appointments, testResults)
  const visitRecords = planAttachedRecords(reading)
  const homes = planHomes(providers, appointments)
  if (reading.faults.length > 0) throw refused(name, reading.faults)
  leaveOutOthers(reading)
  const read: Tally = {}
  for (const { type } of entries) count(read, type)
  const { needs, skipped } = reading
  return {
    facilities,
    providers,
    roles: [...roles, ...homes],
    patients,
    appointments,
    charges,
    insurances,
    testResults,
    labOrders,
    clinicalDocuments,
    medications,
    allergies,
    conditions,
    visitRecords,
    pharmacies: [],
    needs,
    read,
    skipped,
  }
}

function leaveOutOthers({ entries, index, skipped }: Reading): void {
  for (const entry of entries) {
    if (!isResourceType(entry.type)) count(skipped, `not loaded yet: ${entry.type}`)
    if (isResourceType(entry.type) && index.get(firstName(entry)) !== entry)
      count(skipped, `${entry.type} twice in the file`)
  }
}
