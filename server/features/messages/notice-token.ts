import type { LinkTokens } from '../../protocol/link-tokens.ts'

/** The token of the link that turns the e-mails of an account off: the same in each of them. */
export const noticeToken = (
  linkTokens: LinkTokens,
  { licenseeId, accountId }: { licenseeId: string; accountId: number },
): string => linkTokens(licenseeId, 'stop e-mails about messages', String(accountId))
