/* What html-validate holds our pages to; what it leaves out has its reason beside it. */
export default {
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Names are shown in full, and some servers have long ones.
    "long-title": "off",
    // Text of a server is shown as it is, the white space at the ends of its lines included.
    "no-trailing-whitespace": "off",
    // Files of our own host go by their hash already.
    "require-sri": ["error", { target: "crossorigin" }],
  },
};
