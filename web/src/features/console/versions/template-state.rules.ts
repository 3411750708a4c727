/** Whether the latest saved version of a template is in use, as text. */
export function stateOf(template: {
  is_published: boolean;
  version: number;
  published_version: number | null;
}): string {
  if (template.is_published) return 'Published';
  return template.published_version === null
    ? 'Draft'
    : `Draft; version ${template.published_version} is used`;
}
