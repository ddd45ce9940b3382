import type { RowResult } from '#contract/workshops/registrations.ts'
import type { BulkOutcomeOf } from '#src/core/lists/bulk-outcome.ts'

export type Outcome = BulkOutcomeOf<NonNullable<RowResult['reason']>>
