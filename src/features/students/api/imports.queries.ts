import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  checkImport,
  discardImport,
  getImport,
  importErrors,
  listImportRows,
  listImports,
  runImport,
  stopImport,
  undoImport,
  uploadImport,
  type ImportState,
} from '#contract/students/imports.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { RowChoice } from '../model/import.ts'

export const importKeys = {
  all: ['student-imports'] as const,
  list: (page: number) => ['student-imports', 'list', page] as const,
  one: (id: string) => ['student-imports', 'one', id] as const,
  rows: (id: string, state: ImportState, choice: RowChoice, page: number) =>
    ['student-imports', 'rows', id, state, choice, page] as const,
}

export const IMPORTS_PER_PAGE = 10
export const IMPORT_ROWS_PER_PAGE = 25
const LOOK_EVERY_MS = 1000

export const isWorking = (state: ImportState): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing'

export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: importKeys.list(page),
    queryFn: ({ signal }) =>
      authedCall(listImports, { query: { page, page_size: IMPORTS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: importKeys.one(importId),
    queryFn: ({ signal }) => authedCall(getImport, { params: { importId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.state) ? LOOK_EVERY_MS : false),
  })

export const importRowsQuery = (importId: string, state: ImportState, choice: RowChoice, page: number) =>
  queryOptions({
    queryKey: importKeys.rows(importId, state, choice, page),
    queryFn: ({ signal }) =>
      authedCall(listImportRows, {
        params: { importId },
        query: { ...choice, page, page_size: IMPORT_ROWS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const upload = (body: BodyOf<typeof uploadImport>) => authedCall(uploadImport, { body })

export const check = (importId: string, body: BodyOf<typeof checkImport>) =>
  authedCall(checkImport, { params: { importId }, body })

export const run = (importId: string, sendsInvitations: boolean) =>
  authedCall(runImport, { params: { importId }, body: { sends_invitations: sendsInvitations } })

export const stop = (importId: string) => authedCall(stopImport, { params: { importId } })

export const undo = (importId: string) => authedCall(undoImport, { params: { importId } })

export const discard = (importId: string) => authedCall(discardImport, { params: { importId } })

export const errorFile = (importId: string) => authedCall(importErrors, { params: { importId } })
