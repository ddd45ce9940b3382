import { Link } from 'react-router-dom'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** The name, which leads to the person's page where the client has one. */
export const PersonLink = ({ person }: { person: { id: number; name: string } }) => {
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_manage_students'))
  if (isOff) return <bdi className="font-medium text-ink">{person.name}</bdi>
  return (
    <Link
      to={`${adminPaths.students}?student=${person.id}`}
      className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
    >
      <bdi>{person.name}</bdi>
    </Link>
  )
}
