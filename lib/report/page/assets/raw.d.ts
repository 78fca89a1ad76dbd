// What runs or is read in a browser stands in its own language, and is imported as text.
declare module '*?raw' {
  const text: string;
  export default text;
}
