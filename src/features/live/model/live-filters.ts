import { listSchema, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'

export const pastSchema = listSchema({ course: optional(parseId) })
export type PastFilters = FiltersOf<typeof pastSchema>
