/** The chart of accounts. A new account is a line here; the ledger's table knows their form only. */
import type { manualPlaces } from '#contract/courses/enrolment.ts'
import type { moneyPlaces } from '#contract/money/payments.ts'

/** `debit` accounts grow by positive amounts: what the client owns or spends. */
const accounts = {
  receivable: { side: 'debit', title: 'Receivable from learners' },
  bank: { side: 'debit', title: 'Bank' },
  cash: { side: 'debit', title: 'Cash' },
  clearing: { side: 'debit', title: 'Payment providers' },
  discount: { side: 'debit', title: 'Discounts' },
  refunds: { side: 'debit', title: 'Refunds' },
  rewards: { side: 'debit', title: 'Referral rewards' },
  rewards_payable: { side: 'credit', title: 'Rewards payable' },
  revenue: { side: 'credit', title: 'Revenue' },
  credit: { side: 'credit', title: 'Credit of learners' },
  tax: { side: 'credit', title: 'Tax' },
} as const satisfies Record<string, { side: 'debit' | 'credit'; title: string }>

type AccountName = keyof typeof accounts
/** Each payment provider has a clearing account of its own. */
export type Account = Exclude<AccountName, 'clearing'> | `clearing:${string}`

export type MoneyPlace = (typeof moneyPlaces)[number]
export type ManualPlace = (typeof manualPlaces)[number]

const MONEY_ACCOUNTS: Readonly<Record<string, MoneyPlace>> = {
  bank: 'bank',
  cash: 'cash',
  clearing: 'online',
}

const nameOf = (account: string): string => account.split(':')[0] ?? account

/** Null for an account that holds no money. */
export const placeOf = (account: string): MoneyPlace | null => MONEY_ACCOUNTS[nameOf(account)] ?? null

export const titleOf = (account: string): string => {
  const [name, provider] = account.split(':')
  const known = Object.entries(accounts).find(([key]) => key === name)
  const title = known?.[1].title ?? account
  return provider === undefined ? title : `${title}: ${provider}`
}

export const isAccount = (account: string): boolean => nameOf(account) in accounts
