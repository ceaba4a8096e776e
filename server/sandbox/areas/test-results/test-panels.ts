/** One value that a laboratory measures. The codes are the demo's own: catalogues of codes are licensed. */
interface Analyte {
  code: string
  name: string
  unit: string
  /** What the laboratory expects; null where it has no limit. */
  low: number | null
  high: number | null
  decimals: number
  /** Where values are drawn that a plan does not name. */
  usual: readonly [number, number]
}

export interface Panel {
  name: string
  /** Whether the laboratory says which values are high or low. */
  isFlagged: boolean
  analytes: readonly Analyte[]
}

const analyte = (code: string, name: string, rest: Omit<Analyte, 'code' | 'name'>): Analyte => ({ code, name, ...rest })

export const lipids: Panel = {
  name: 'Lipid panel',
  isFlagged: true,
  analytes: [
    analyte('CHOL', 'Total cholesterol', { unit: 'mg/dL', low: null, high: 200, decimals: 0, usual: [165, 198] }),
    analyte('LDL', 'LDL cholesterol', { unit: 'mg/dL', low: null, high: 100, decimals: 0, usual: [80, 99] }),
    analyte('HDL', 'HDL cholesterol', { unit: 'mg/dL', low: 50, high: null, decimals: 0, usual: [52, 68] }),
    analyte('TRIG', 'Triglycerides', { unit: 'mg/dL', low: null, high: 150, decimals: 0, usual: [80, 145] }),
  ],
}

export const bloodCount: Panel = {
  name: 'Complete blood count',
  isFlagged: true,
  analytes: [
    analyte('WBC', 'White blood cells', { unit: '10*3/uL', low: 4, high: 11, decimals: 1, usual: [4.5, 9.8] }),
    analyte('RBC', 'Red blood cells', { unit: '10*6/uL', low: 3.9, high: 5.2, decimals: 2, usual: [4.1, 5] }),
    analyte('HGB', 'Hemoglobin', { unit: 'g/dL', low: 12, high: 15.5, decimals: 1, usual: [12.2, 14.9] }),
    analyte('HCT', 'Hematocrit', { unit: '%', low: 36, high: 46, decimals: 1, usual: [37, 44] }),
    analyte('PLT', 'Platelets', { unit: '10*3/uL', low: 150, high: 400, decimals: 0, usual: [180, 350] }),
  ],
}

export const metabolic: Panel = {
  name: 'Basic metabolic panel',
  isFlagged: true,
  analytes: [
    analyte('GLU', 'Glucose', { unit: 'mg/dL', low: 70, high: 99, decimals: 0, usual: [78, 96] }),
    analyte('NA', 'Sodium', { unit: 'mmol/L', low: 135, high: 145, decimals: 0, usual: [137, 143] }),
    analyte('K', 'Potassium', { unit: 'mmol/L', low: 3.5, high: 5.1, decimals: 1, usual: [3.8, 4.8] }),
    analyte('CREA', 'Creatinine', { unit: 'mg/dL', low: 0.5, high: 1.1, decimals: 2, usual: [0.6, 1] }),
    analyte('GFR', 'Filtration rate of the kidneys', {
      unit: 'mL/min',
      low: 60,
      high: null,
      decimals: 0,
      usual: [75, 105],
    }),
  ],
}

export const longTermSugar: Panel = {
  name: 'Hemoglobin A1c',
  isFlagged: false,
  analytes: [analyte('A1C', 'Hemoglobin A1c', { unit: '%', low: null, high: 5.6, decimals: 1, usual: [5.1, 5.6] })],
}
