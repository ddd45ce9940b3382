/** The staff's pages are fetched with the first of them. */
import { roleFlags } from '#src/core/session/roles.ts'
import type { Role } from '#contract/common.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const StaffRoutes = lazyPart(async () => (await import('./StaffRoutes.tsx')).StaffRoutes)

/** Loads the page at a staff address before it is drawn, if the role may open it. */
export const preloadStaffPage = async (pathname: string, role: Role | null): Promise<void> => {
  const [{ staffPageAt }] = await Promise.all([import('./staff-pages.ts'), StaffRoutes.preload()])
  await staffPageAt(pathname, roleFlags(role))?.preload()
}
