import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE_DEFAULT } from '#contract/common.ts'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { membersQuery } from '../api/sign-in-admin.queries.ts'
import { MemberRow } from '../components/admin/MemberRow.tsx'
import { StaffRule } from '../components/admin/StaffRule.tsx'

const FILTERS = listSchema({})

/** /admin/sign-in-security: the rule for staff, and people's devices and second steps. */
export const SignInSecurityPage = () => {
  const { t } = useTranslation('auth/two-step')
  const list = useListFilters(FILTERS)
  const members = useQuery(membersQuery(list.filters))
  return (
    <>
      <PageHeader title={t('admin.title')} text={t('admin.text')} />
      <div className="grid gap-6">
        <StaffRule />
        <ListShell
          list={list}
          query={members}
          page={members.data}
          perPage={PAGE_SIZE_DEFAULT}
          search={t('admin.search')}
          countText={(count) => t('admin.count', { count })}
          texts={{
            loading: t('admin.loading'),
            failed: t('admin.error'),
            empty: { title: t('admin.empty') },
            none: t('admin.none'),
          }}
          skeleton={{ rows: 6, className: 'h-20' }}
        >
          {(rows) => (
            <ul className="flex flex-col gap-3">
              {rows.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          )}
        </ListShell>
      </div>
    </>
  )
}
