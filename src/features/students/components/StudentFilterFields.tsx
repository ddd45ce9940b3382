import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { studentRoles, studentSorts, studentStates } from '#contract/students/students.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { groupsQuery, studentCoursesQuery } from '../api/students.queries.ts'
import type { StudentFilters } from '../model/filters.ts'

type Props = { list: ListFilters<StudentFilters>; hasRoles: boolean }

export const StudentFilterFields = ({ list, hasRoles }: Props) => {
  const { t } = useTranslation('students')
  const courses = useQuery(studentCoursesQuery())
  const groups = useQuery({ ...groupsQuery(), enabled: hasRoles })
  const inUse = (groups.data?.groups ?? []).filter(
    (each) => !each.is_archived || each.id === list.filters.group,
  )
  const { course, group, state, role, sort } = list.filters
  return (
    <>
      <FilterSelect
        label={t('filters.course')}
        all={t('filters.allCourses')}
        className="sm:w-48"
        value={course === null ? null : String(course)}
        options={(courses.data?.courses ?? []).map(({ id, title }) => ({
          value: String(id),
          label: <bdi>{title}</bdi>,
        }))}
        onChange={(id) => list.change({ course: id === null ? null : Number(id) })}
      />
      {inUse.length > 0 && (
        <FilterSelect
          label={t('filters.group')}
          all={t('filters.allGroups')}
          className="sm:w-40"
          value={group === null ? null : String(group)}
          options={inUse.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> }))}
          onChange={(id) => list.change({ group: id === null ? null : Number(id) })}
        />
      )}
      <FilterSelect
        label={t('filters.state')}
        all={t('filters.allStates')}
        className="sm:w-48"
        value={state}
        options={studentStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(next) => list.change({ state: next })}
      />
      {hasRoles && (
        <ChoiceSelect
          label={t('filters.role')}
          className="sm:w-36"
          value={role}
          options={studentRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(next) => list.change({ role: next })}
        />
      )}
      <ChoiceSelect
        label={t('filters.sort')}
        className="sm:w-40"
        value={sort}
        options={studentSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(next) => list.change({ sort: next })}
      />
    </>
  )
}
