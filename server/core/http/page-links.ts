/** Addresses of the page before and after, with what was asked. */
export const pageLinks = (
  path: string,
  {
    page,
    page_size: size,
    ...asked
  }: { page: number; page_size: number } & Record<
    string,
    string | number | boolean | readonly string[] | undefined
  >,
  count: number,
) => {
  const address = (to: number) => {
    const query = new URLSearchParams({ page: String(to), page_size: String(size) })
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
    return `${path}?${query}`
  }
  return {
    count,
    next: page * size < count ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
  }
}
