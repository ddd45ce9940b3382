import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import Columns3 from 'lucide-react/icons/columns-3'
import FileUp from 'lucide-react/icons/file-up'
import Users from 'lucide-react/icons/users'
import UserPlus from 'lucide-react/icons/user-plus'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import { useSelection } from '#src/core/lists/use-selection.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { exportFile, STUDENTS_PER_PAGE, studentsQuery } from '../api/students.queries.ts'
import { shownColumns, STUDENT_FILTERS, type StudentFilters } from '../model/filters.ts'
import { importLink, NEW_IMPORT } from '../model/import.ts'
import { BulkActions } from './bulk/BulkActions.tsx'
import { BulkRun } from './bulk/BulkRun.tsx'
import { GroupsDialog } from './groups/GroupsDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { StudentFilterFields } from './StudentFilterFields.tsx'
import { StudentTable } from './StudentTable.tsx'
import { ColumnsDialog } from './views/ColumnsDialog.tsx'
import { ViewsDialog } from './views/ViewsDialog.tsx'

type Opened = 'invite' | 'groups' | 'columns' | 'views'

/** Everybody that the filters match, with actions on those that are chosen. */
export const StudentList = () => {
  const { t } = useTranslation('students')
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const list = useListFilters(STUDENT_FILTERS)
  const students = useQuery(studentsQuery(list.filters))
  const rows = students.data?.results ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const [bulkKey, setBulkKey] = useState(0)
  const [bulk, setBulk] = useBulkAddress()
  const count = students.data?.count ?? 0
  const clear = () => {
    selection.clear()
    setBulkKey(bulkKey + 1)
  }
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = useMemo(
    () => shownColumns(list.filters.columns, mayAdminister),
    [list.filters.columns, mayAdminister],
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        text={mayAdminister ? t('intro') : t('introTeacher')}
        actions={mayAdminister && <Actions onOpen={setOpened} />}
      />
      <div className="flex flex-col gap-5">
        <ListShell
          list={list}
          query={students}
          page={students.data}
          perPage={STUDENTS_PER_PAGE}
          search={mayAdminister ? t('search') : t('searchName')}
          filters={<StudentFilterFields list={list} hasRoles={mayAdminister} />}
          filtersClassName="grid grid-cols-2 gap-3 *:first:col-span-2 sm:flex sm:flex-wrap sm:items-end"
          countText={(count) => t('count', { count })}
          actions={<ListActions list={list} mayAdminister={mayAdminister} onOpen={setOpened} />}
          texts={{
            loading: t('loading'),
            failed: t('failed'),
            empty: { title: t('empty'), text: mayAdminister ? t('emptyText') : t('emptyTeacher') },
            none: t('none'),
          }}
          skeleton={{ rows: 8, className: 'h-16' }}
        >
          {(shown) => <StudentTable rows={shown} columns={columns} selection={selection} />}
        </ListShell>
        {bulk === null ? (
          <BulkActions
            key={bulkKey}
            rows={rows.filter(({ id }) => selection.ids.includes(id))}
            matching={
              mayAdminister && selection.isAll && count > rows.length
                ? { count, filters: list.filters }
                : null
            }
            mayAdminister={mayAdminister}
            onClear={clear}
            onBegun={(id) => {
              clear()
              setBulk(id)
            }}
          />
        ) : (
          <BulkRun id={bulk} onClose={() => setBulk(null)} />
        )}
      </div>
      <Dialogs opened={opened} list={list} mayAdminister={mayAdminister} onClose={() => setOpened(null)} />
    </>
  )
}

/** The action of the job stands in the address: after a reload its progress is there again. */
const useBulkAddress = () => {
  const [address, setAddress] = useSearchParams()
  const set = (id: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete('bulk')
        else next.set('bulk', id)
        return next
      },
      { replace: true },
    )
  return [address.get('bulk'), set] as const
}

const Actions = ({ onOpen }: { onOpen: (dialog: Opened) => void }) => {
  const { t } = useTranslation('students')
  return (
    <>
      <Button
        variant="secondary"
        icon={<Users aria-hidden="true" size={18} />}
        className="max-sm:flex-1"
        onClick={() => onOpen('groups')}
      >
        {t('groups.title')}
      </Button>
      <Link
        to={importLink(NEW_IMPORT)}
        className={buttonClass({ variant: 'secondary', className: 'max-sm:flex-1' })}
      >
        <FileUp aria-hidden="true" size={18} />
        {t('importFile')}
      </Link>
      <Button
        icon={<UserPlus aria-hidden="true" size={18} />}
        className="max-sm:w-full"
        onClick={() => onOpen('invite')}
      >
        {t('invite.open')}
      </Button>
    </>
  )
}

type ListProps = { list: ListFilters<StudentFilters>; mayAdminister: boolean }

const ListActions = ({ list, mayAdminister, onOpen }: ListProps & { onOpen: (dialog: Opened) => void }) => {
  const { t } = useTranslation('students')
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="secondary"
        icon={<Bookmark aria-hidden="true" size={18} />}
        onClick={() => onOpen('views')}
      >
        {t('views.title')}
      </Button>
      <Button
        variant="secondary"
        icon={<Columns3 aria-hidden="true" size={18} />}
        onClick={() => onOpen('columns')}
      >
        {t('columns.title')}
      </Button>
      {mayAdminister && (
        <ExportButton
          exportFile={() => exportFile(list.filters)}
          texts={{
            button: t('export.button'),
            failed: t('export.failed'),
            done: (count) => t('export.done', { count }),
          }}
        />
      )}
    </div>
  )
}

const Dialogs = ({
  opened,
  list,
  mayAdminister,
  onClose,
}: ListProps & { opened: Opened | null; onClose: () => void }) => {
  if (opened === 'invite') return <InviteDialog onClose={onClose} />
  if (opened === 'groups') return <GroupsDialog onClose={onClose} />
  if (opened === 'views') return <ViewsDialog list={list} mayShare={mayAdminister} onClose={onClose} />
  if (opened === 'columns')
    return <ColumnsDialog list={list} mayAdminister={mayAdminister} onClose={onClose} />
  return null
}
