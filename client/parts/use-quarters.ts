import { useEffect, useRef } from 'react'
import { announce } from '../base/announce.ts'

/** Announces the progress at each quarter only. */
export function useQuarters(percent: number): void {
  const announced = useRef(0)
  const quarter = Math.floor(percent / 25)
  useEffect(() => {
    if (quarter > announced.current && quarter < 4) announce(`${quarter * 25} %`, 'polite')
    announced.current = quarter
  }, [quarter])
}
