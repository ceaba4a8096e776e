import { wholeRecord } from '../protocol/guard.ts'

/** Health forms ask about everything, so a guardian limited to some parts opens none of them, by no way. */
export const formFillers = wholeRecord
