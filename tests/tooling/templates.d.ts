/** Type of a template for `tsc`; `astro check` knows its properties. */
declare module '*.astro' {
  const template: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default template;
}
