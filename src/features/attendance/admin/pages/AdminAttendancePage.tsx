import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { BelowGoalList } from '../components/BelowGoalList.tsx'
import { ClassList } from '../components/ClassList.tsx'
import { DisputeList } from '../components/DisputeList.tsx'
import { SheetView } from '../components/SheetView.tsx'

const views = ['classes', 'disputes', 'below'] as const
type View = (typeof views)[number]

/** /admin/attendance: classes, disputes and learners below the goal; with `course` one sheet. */
export const AdminAttendancePage = () => {
  const { t } = useTranslation('attendance/admin')
  const [address, setAddress] = useSearchParams()
  const course = address.get('course') ?? ''
  const classes = course === 'none' ? course : parseId(course)
  const view = views.find((each) => each === address.get('view')) ?? 'classes'
  if (classes !== null) return <SheetView key={classes} courseId={classes} />
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Segmented
        legend={<span className="sr-only">{t('tabs.label')}</span>}
        className="mb-5 max-w-xl"
        value={view}
        options={views.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        onChange={(next: View) => setAddress(next === 'classes' ? {} : { view: next })}
      />
      {view === 'classes' && <ClassList />}
      {view === 'disputes' && <DisputeList />}
      {view === 'below' && <BelowGoalList />}
    </>
  )
}
