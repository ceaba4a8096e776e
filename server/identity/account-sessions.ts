/** An open session, as its owner sees it. */
export interface OpenSession {
  /** Identifies the session; it cannot be used to sign in. */
  hash: string
  from?: { address: string; agent: string }
  startedAt: Date
  lastActivityAt: Date
}

export interface AccountSessions {
  /** Latest activity first. */
  list(accountId: number): Promise<OpenSession[]>
  /**
   * Ends sessions of an account, with their sockets: all, only `hash` or those `actingFor` a patient, or all but `except`;
   * or those of the staff that view the record of a patient. Returns how many. `reason`: words for who is at their pages.
   */
  end(
    which:
      | { accountId: number; hash?: string; except?: string; actingFor?: string }
      | { licenseeId: string; viewedPatient: string },
    reason?: string,
  ): Promise<number>
}
